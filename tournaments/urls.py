"""Addresses below /tournaments/."""

from django.urls import include, path

from .views import circuits, entry, history, my_board, paper, public, record, tv
from .views.organise import overview

app_name = "tournaments"

urlpatterns = [
    path("", public.TournamentListView.as_view(), name="list"),
    path("new/", overview.new_tournament, name="new"),
    path("new/address/", overview.address, name="new_address"),
    path("circuits/", circuits.CircuitListView.as_view(), name="circuits"),
    path("circuits/new/", circuits.new_circuit, name="circuit_new"),
    path("circuits/<slug:slug>/", circuits.CircuitView.as_view(), name="circuit"),
    path("circuits/<slug:slug>/edit/", circuits.edit_circuit, name="circuit_edit"),
    path("boards/<int:pk>/", public.BoardView.as_view(), name="board"),
    path("boards/sheet/", paper.EmptySheetView.as_view(), name="empty_sheet"),
    path("boards/<int:pk>/sheet/", paper.BoardSheetView.as_view(), name="board_sheet"),
    path("boards/<int:pk>/edit/", entry.edit_board, name="board_edit"),
    path("boards/<int:pk>/history/", history.BoardHistoryView.as_view(), name="board_history"),
    path("boards/<int:pk>/history/compare/", history.BoardCompareView.as_view(), name="board_compare"),
    path("boards/<int:pk>/history/<int:number>/restore/", history.BoardRestoreView.as_view(), name="board_restore"),
    path("boards/<int:pk>/years/", entry.board_years, name="board_years"),
    path("<slug:slug>/", public.TournamentView.as_view(), name="tournament"),
    path("<slug:slug>/my-board/", my_board.my_board, name="my_board"),
    path("<slug:slug>/players/<player:pk>/", record.record, name="record"),
    path("<slug:slug>/tv/", tv.tv, name="tv"),
    path("<slug:slug>/boards/", public.BoardResultsView.as_view(), name="board_results"),
    path("<slug:slug>/prizes/", public.PrizesView.as_view(), name="prizes"),
    path("<slug:slug>/boards/new/", entry.new_board, name="board_new"),
    path("<slug:slug>/manage/", include("tournaments.urls_organise")),
]
