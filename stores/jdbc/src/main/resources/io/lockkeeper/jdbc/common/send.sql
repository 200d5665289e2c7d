-- Has something told to a client.
INSERT INTO ${mail} (client, sent, text) VALUES (?, ${now}, ?)
