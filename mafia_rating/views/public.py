from django.views.generic import TemplateView


class SeasonView(TemplateView):
    template_name = "base.html"


class TopView(SeasonView):
    pass


class GameView(SeasonView):
    pass
