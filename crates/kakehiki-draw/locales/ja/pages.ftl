# Words of the pages around the tables.
