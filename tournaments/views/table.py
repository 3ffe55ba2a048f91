from django.views.generic import TemplateView


class TableView(TemplateView):
    template_name = "base.html"
