"""Addresses below /mafia/."""

from django.urls import path

from .views import (
    archive,
    cups,
    entry,
    history,
    paper,
    public,
    season_chart,
    season_player,
    seasons,
    spreadsheet,
    status,
)

app_name = "mafia_rating"

urlpatterns = [
    path("", seasons.SeasonView.as_view(), name="current"),
    path("seasons/", archive.ArchiveView.as_view(), name="seasons"),
    path("seasons/<slug:slug>/", seasons.SeasonView.as_view(), name="season"),
    path("seasons/<slug:slug>/top-10/", seasons.TopView.as_view(), name="top"),
    path("seasons/<slug:slug>/chart/", season_chart.ChartView.as_view(), name="chart"),
    path("seasons/<slug:slug>/games/", seasons.GamesView.as_view(), name="games"),
    path("seasons/<slug:slug>/players/<player:pk>/", season_player.SeasonPlayerView.as_view(), name="season_player"),
    path("all-time/", seasons.AllTimeView.as_view(), name="all_time"),
    path("all-time/players/<player:pk>/", season_player.AllTimePlayerView.as_view(), name="all_time_player"),
    path("games/<int:pk>/", public.GameView.as_view(), name="game"),
    path("games/new/", entry.new_game, name="game_new"),
    path("games/sheet/", paper.EmptySheetView.as_view(), name="empty_sheet"),
    path("games/<int:pk>/sheet/", paper.GameSheetView.as_view(), name="game_sheet"),
    path("games/<int:pk>/edit/", entry.edit_game, name="game_edit"),
    path("games/<int:pk>/cancel/", status.cancel_game, name="game_cancel"),
    path("games/<int:pk>/reinstate/", status.reinstate_game, name="game_reinstate"),
    path("import/", spreadsheet.upload_sheet, name="import"),
    path("import/template.<str:kind>", spreadsheet.import_template, name="import_template"),
    path("import/<uuid:key>/", spreadsheet.import_sheet, name="import_sheet"),
    path("import/<uuid:key>/store/", spreadsheet.import_store, name="import_store"),
    path("import/<uuid:key>/discard/", spreadsheet.import_discard, name="import_discard"),
    path("games/<int:pk>/history/", history.GameHistoryView.as_view(), name="game_history"),
    path("games/<int:pk>/history/compare/", history.GameCompareView.as_view(), name="game_compare"),
    path("games/<int:pk>/history/<int:number>/restore/", history.GameRestoreView.as_view(), name="game_restore"),
    path("cups/", cups.CupListView.as_view(), name="cups"),
    path("cups/<slug:slug>/", cups.CupView.as_view(), name="cup"),
    path("cups/<slug:slug>/register/", cups.register, name="cup_register"),
    path("cups/<slug:slug>/members/", cups.register_member, name="cup_member"),
    path("cups/<slug:slug>/up-to-date/", cups.bring_up_to_date, name="cup_up_to_date"),
    path("cups/<slug:slug>/entries/<int:pk>/withdraw/", cups.withdraw, name="cup_withdraw"),
    path("cups/<slug:slug>/entries/<int:pk>/place/", cups.give_place, name="cup_give_place"),
]
