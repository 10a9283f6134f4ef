// Gives the precompiled header sets a source.
