"""Names of made people, from many languages: lists and sorting have to do with all of them."""

_GIVEN = """
Ada Aisha Alejandra Amara Ana Anders Arjun Astrid Beatriz Bilal Björn Carmen Chiara Chen Dara Diego Elif
Emeka Emma Farah Fatima Felix Freya Gabriel Giulia Hana Hassan Hugo Ines Ivan Jamal Jana João José Jun
Kaito Karim Katarzyna Kofi Lara Leila Léa Liam Lin Lucía Luis Mads Mai Marek Maria Mateo Mei Mikael Min
Mohammed Nadia Nils Nina Noor Olga Omar Oskar Pablo Paula Petra Priya Rania Ravi Rosa Sami Sara Søren
Sofia Tariq Tomás Uma Valentina Victor Wei Yara Yusuf Zoë
"""
_FAMILY = """
Adeyemi Ahmed Almeida Andersson Arslan Bakker Banerjee Bauer Becker Bianchi Boateng Castro Çelik Chen Cho
Costa Delgado Diallo Dubois Eriksen Esposito Fernández Fischer García Gómez González Gupta Haddad Hansen
Hernández Horváth Hussain Ivanova Jensen Jiménez Kaya Khan Kim Kowalski Kumar Larsen Lee Lefèvre Li Liu
López Mahmoud Martín Mbeki Mendoza Moreau Müller Muñoz Nakamura Nguyen Novák Núñez Okafor Okoye Ortiz
Östberg Patel Peña Pereira Petrov Popescu Rahman Ramírez Reyes Rossi Ruiz Sánchez Santos Sato Schmidt
Silva Singh Suzuki Tan Tanaka Torres Tran Vargas Vega Wang Weber Wu Zhang Ziegler Zhou
"""

GIVEN_NAMES = tuple(_GIVEN.split())
FAMILY_NAMES = tuple(_FAMILY.split())

INSTRUCTOR = "Helena Brandt"
ASSISTANTS = ("Tomasz Wójcik", "Anh Lê", "Ngozi Eze")
"""One for each section."""
