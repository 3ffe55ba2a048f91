from django.views.generic import TemplateView


class TournamentListView(TemplateView):
    template_name = "base.html"


class TournamentView(TournamentListView):
    pass


class BoardView(TournamentListView):
    pass
