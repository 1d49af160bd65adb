/** Words that say nothing about which tool is meant. */
const EMPTY = new Set(
  'a an and any are as at be been by can could did do does doing for from had has have he her him his how i if in into is it its just me my need no not of off on one or our out please she should so some that the their them then there these they this those to up us was we were will with would you your want like'.split(
    ' ',
  ),
)

/** The words of a text, in the singular and without endings, so that "bookings" finds "booking" and "archived" finds "archive". */
export function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter((word) => !EMPTY.has(word)).map(stemOf)
}

function stemOf(word: string): string {
  if (word.length <= 3) return word
  const singular = word
    .replace(/ies$/, 'y')
    .replace(/(ss|sh|ch|x)es$/, '$1')
    .replace(/([^s])s$/, '$1')
  const root = singular.replace(/(?<=[a-z]{3})(ing|ed)$/, '').replace(/([^aeiouls])\1$/, '$1')
  return root.length > 3 ? root.replace(/e$/, '') : root
}

/** Groups of words for the same thing. */
const GROUPS: readonly string[] = [
  'list show see which who whose what view overview all display',
  'find look search where lookup',
  'get read open details',
  'create add new enter register make open set record',
  'change edit update correct rename modify adjust move amend fix raise lower increase reduce',
  'delete remove erase drop discard',
  'cancel withdraw call stop',
  'archive retire',
  'restore undo revert recover back',
  'confirm accept approve',
  'complete finish done close',
  'merge combine join same twice',
  'duplicate double twice',
  'client customer guest patient person contact',
  'booking appointment reservation visit',
  'specialist therapist doctor employee colleague practitioner staff',
  'slot free available availability opening vacancy',
  'hour opening working schedule shift',
  'holiday closed vacation closure',
  'exception absence away sick absent',
  'series recurring weekly repeat every regular',
  'price cost quote expensive much',
  'document file paper attachment contract upload',
  'mail email message reminder letter',
  'location branch room site place office',
  'service treatment offering',
  'no show missed absent',
  'change history log',
  'decline reject refuse deny',
  'request ask apply',
  'type kind sort category',
  'stat statistics figure number count many key report summary',
  'agenda calendar day today week schedule',
  'invoice bill billing',
  'payment pay paid',
  'order purchase buy bought',
  'supplier vendor',
  'stock inventory warehouse',
  'product article item goods',
  'employee staff worker colleague',
  'leave vacation holiday',
  'ticket issue complaint problem request',
  'vehicle car van truck',
  'task todo',
  'user account login',
  'role permission right',
  'import load upload',
]

/** For each stem, the stems that people and tools may say instead. */
export const WORDS_FOR: ReadonlyMap<string, readonly string[]> = synonyms()

function synonyms(): Map<string, string[]> {
  const words = new Map<string, string[]>()
  for (const group of GROUPS) {
    // Unlike `stemsOf`, this keeps words such as "no".
    const stems = group.split(' ').map(stemOf)
    for (const stem of stems) words.set(stem, [...(words.get(stem) ?? []), ...stems.filter((other) => other !== stem)])
  }
  return words
}
