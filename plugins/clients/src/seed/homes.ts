/** A city where invented clients live, with its names, streets and phone numbers. */
export interface Home {
  readonly city: string
  readonly country: string
  readonly language: string
  readonly given: readonly string[]
  readonly family: readonly string[]
  readonly streets: readonly string[]
  /** Joins street and house number in the local order. */
  readonly address: (street: string, number: number) => string
  readonly postal: readonly string[]
  readonly legalForms: readonly string[]
  /**
   * Beginnings of phone numbers, and how many digits follow. The regulators (Bundesnetzagentur, Ofcom, NANPA, ACMA) reserve these
   * ranges for films, so the numbers belong to nobody.
   */
  readonly numbers: { readonly beginnings: readonly string[]; readonly digits: number }
}

const words = (text: string) => text.split(' ')
const lines = (text: string) => text.split(', ')

const AREAS = words('212 646 917 718 347 929 516 631 914 845 201 551 973 862 908 732 848 609 856 203')

/** The cities: Berlin, London, New York and Sydney. */
export const HOMES: readonly Home[] = [
  {
    city: 'Berlin',
    country: 'DE',
    language: 'de',
    given: words(
      'Anna Lena Marie Sophie Johanna Katharina Elif Zeynep Małgorzata Julia Miriam Helga Ingrid Petra Lukas Jonas Felix Paul Maximilian Emre Mehmet Jan Piotr Thomas Jürgen Klaus Günther Björn Stefan André',
    ),
    family: words(
      'Müller Schmidt Schneider Fischer Weber Meyer Maier Wagner Becker Schulz Hoffmann Koch Richter Klein Wolf Schröder Neumann Schwarz Zimmermann Braun Krüger Hartmann Lange Krause Yılmaz Kaya Demir Kowalski Nowak Weiß Groß Jäger Böhm',
    ),
    streets: lines(
      'Torstraße, Linienstraße, Auguststraße, Kastanienallee, Schönhauser Allee, Bergmannstraße, Oranienstraße, Sonnenallee, Karl-Marx-Allee, Kantstraße, Güntzelstraße, Müllerstraße',
    ),
    address: (street, number) => `${street} ${number}`,
    postal: words('10115 10119 10178 10243 10435 10585 10717 10961 12043 13353'),
    legalForms: words('GmbH AG KG UG'),
    numbers: { beginnings: words('+493023125 +496990009 +494066969 +498999998 +492214710'), digits: 3 },
  },
  {
    city: 'London',
    country: 'GB',
    language: 'en-GB',
    given: words(
      'Olivia Amelia Isla Charlotte Freya Priya Aisha Fatima Eleanor Margaret Siobhán Zoë Harry George Oliver Arthur Noah Mohammed Rajesh Kwame Callum Alistair Edward Nigel Rhys Ewan Tobias Winston',
    ),
    family: words(
      "Smith Jones Taylor Brown Williams Wilson Johnson Davies Patel Wright Walker Robinson Thompson White Hughes Edwards Green Lewis Wood Harris Khan Singh Begum O'Brien Campbell MacDonald Fraser Adeyemi",
    ),
    streets: lines(
      'Baker Street, Old Street, Brick Lane, Upper Street, Camden Road, Kingsland Road, Mare Street, Clapham Common South Side, Abbey Road, Portobello Road',
    ),
    address: (street, number) => `${number} ${street}`,
    postal: lines('NW1 6XE, EC1V 9HX, E1 6SB, N1 0PQ, NW1 9EU, E2 8AA, E8 3RL, SW4 9BX, NW8 9AY, W11 2DZ'),
    legalForms: words('Ltd LLP plc'),
    numbers: { beginnings: words('+4420794600 +4416149600 +4413149600 +4411749600'), digits: 2 },
  },
  {
    city: 'New York',
    country: 'US',
    language: 'en-US',
    given: words(
      'Emma Sophia Isabella Mia Abigail Madison Guadalupe Ximena Keisha Rachel Deborah Naomi Liam Ethan Mason Jacob Michael Daniel Jayden Carlos Luis DeShawn Tyrone Isaac Benjamin Vincent Anthony Wei Minh Hiroshi',
    ),
    family: words(
      'Johnson Garcia Rodriguez Martinez Hernandez Lopez Gonzalez Perez Sanchez Ramirez Torres Rivera Nguyen Kim Lee Chen Wang Cohen Levine Rossi Russo Esposito Murphy Kelly Washington Jefferson Jackson Carter Brooks Coleman',
    ),
    streets: lines(
      'Broadway, Lexington Avenue, Amsterdam Avenue, Bleecker Street, Houston Street, Flatbush Avenue, Bedford Avenue, Atlantic Avenue, Steinway Street, Grand Concourse',
    ),
    address: (street, number) => `${number} ${street}`,
    postal: words('10001 10012 10016 10024 10036 10128 11201 11211 11217 11103 10451'),
    legalForms: words('Inc LLC Co'),
    numbers: { beginnings: AREAS.map((area) => `+1${area}55501`), digits: 2 },
  },
  {
    city: 'Sydney',
    country: 'AU',
    language: 'en',
    given: words(
      'Matilda Ruby Grace Evie Willow Harper Ava Mei Linh Thi Kirra Jacqueline William Jack Leo Hudson Cooper Angus Lachlan Bruce Duc Jarrah Xavier Darcy Hamish Flynn',
    ),
    family: words(
      'Williams Brown Anderson Thomas Ryan Kelly Murray Stewart Mitchell Cook Baker Parker Nguyen Tran Zhang Li Papadopoulos Kostas Rossi Moretti Sharma Gupta Tamihana Fitzgerald Sutherland',
    ),
    streets: lines(
      'George Street, Pitt Street, Crown Street, King Street, Oxford Street, Bondi Road, Military Road, Darling Street, Enmore Road, Parramatta Road',
    ),
    address: (street, number) => `${number} ${street}`,
    postal: words('2000 2010 2011 2026 2042 2050 2060 2088 2041 2204'),
    legalForms: lines('Pty Ltd, Ltd'),
    numbers: { beginnings: words('+6127010 +6125550'), digits: 4 },
  },
]
