from django.shortcuts import render


def new_board(request, slug):
    return render(request, "base.html")


def edit_board(request, pk):
    return render(request, "base.html")
