// The board: picking, dragging and the keyboard.
