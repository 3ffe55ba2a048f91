"""Addresses below /tournaments/<slug>/manage/.

A name begins with the tab it stands under: manage_player, manage_round, manage_prize; see organise/tabs.html.
"""

from django.urls import path

from .views.organise import overview

urlpatterns = [
    path("", overview.overview, name="manage"),
]
