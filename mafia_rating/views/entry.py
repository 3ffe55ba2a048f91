from django.shortcuts import render


def new_game(request):
    return render(request, "base.html")


def edit_game(request, pk):
    return render(request, "base.html")


cancel_game = reinstate_game = edit_game
