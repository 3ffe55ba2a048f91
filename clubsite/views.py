from django.views.generic import TemplateView


class HomeView(TemplateView):
    template_name = "base.html"


class PlayerListView(HomeView):
    pass


class PlayerView(HomeView):
    pass
