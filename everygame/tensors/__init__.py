"""What a seat may know of a state as planes of bits and whole numbers, for programs that learn.

A game names its planes and numbers in its file `tensors.py` (`layout`). Each plane says what of the
picture it stands for, so everything can be read from the scene, slowly (`encoder`). A state may
write the same quickly, as words of bits (`FastState.planes_into`); the tests hold it to the scene.
Where a game has no such file, its planes are the kinds of things seen in some matches
(`discovery`)."""
