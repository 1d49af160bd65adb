/** Words that say nothing about which tool is meant. */
const EMPTY = new Set(
  (
    'a an and any are as at be been being but by can could did do does doing for from had has have he her here hers him his how i if in into is it ' +
    'its just me my need no not of off on one or our out please she should so some that the their them then there these they this those to too ' +
    'up us was we were will with would you your want wants wanted like likes do not don t s m re ll ve am mr mrs ms miss dr herr frau prof today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday what when where which who whose whom ' +
    'why more most much very also again still yet already now than because while until since about after before over under between both each ' +
    'every other another such only own well know known let lets got going go goes went gone ' +
    'let may might must shall say says said tell told think thing things something anything nothing everything somebody anybody nobody everybody ' +
    'someone anyone january february march april june july ' +
    'august september october november december morning afternoon evening noon half past quarter clock am pm hello hi thanks thank'
  ).split(' '),
)

/** The words of a text, in the singular and without endings, so that "bookings" finds "booking" and "archived" finds "archive". */
export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !EMPTY.has(word))
    .map(stemOf)
}

/** The words of a text as they are. */
export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

const DAYS = /\b(mon|tues|wednes|thurs|fri|satur|sun)days?\b/g

/** A text in one way of writing: `can't` and `cannot` are the same, and so are the days of the week. */
export const plainOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/\b(can't|cannot|can not)\b/g, 'can not')
    .replaceAll(/\bwon't\b/g, 'will not')
    .replaceAll(/n't\b/g, ' not')
    .replaceAll(DAYS, 'weekday')

export function stemOf(word: string): string {
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
  'list show see view overview all display',
  'find look search lookup identify',
  'get read open details detail',
  'create add new enter register make set record note insert offer start begin',
  'change edit update correct rename modify adjust move amend fix raise lower increase reduce set alter',
  'move reschedule postpone push delay later earlier swap change',
  'delete remove erase drop discard throw trash gave',
  'cancel withdraw call stop off',
  'archive retire inactive left abroad',
  'restore undo revert recover back unarchive',
  'confirm accept approve',
  'complete finish done close over tick',
  'merge combine join twice same together',
  'duplicate double twice',
  'client customer guest patient person contact lady',
  'client given family surname birth married phone number address email',
  'booking appointment reservation visit',
  'book reserve',
  'specialist therapist doctor employee colleague practitioner staff team',
  'slot free available availability opening vacancy',
  'hour opening working work schedule shift',
  'holiday closed vacation closure close',
  'exception absence away sick ill absent holiday vacation leave',
  'series recurring weekly repeat regular date',
  'price cost quote expensive cheap euro tax discount',
  'document file paper attachment upload scan form consent card',
  'type kind sort category certificate consent statement privacy passport required expire valid',
  'mail email message reminder letter sent',
  'location branch room site place office practice street',
  'service treatment offering consultation duration minute',
  'show come came appear missed absent',
  'change history log changed moved cancelled transition',
  'decline reject refuse deny',
  'request ask apply',
  'stat statistics figure count many key report summary busy occupancy',
  'summary count many win lose quarter year month',
  'agenda calendar day week team plan',
  'feed calendar link phone subscribe outlook',
  'invoice bill billing owe unpaid outstanding money',
  'payment pay paid transfer money',
  'order purchase buy bought run supply',
  'supplier vendor goods',
  'stock inventory warehouse',
  'product article item goods oil sell',
  'item catalogue catalog sell',
  'employee staff worker colleague',
  'leave vacation holiday away',
  'ticket issue complaint complain problem request',
  'vehicle car van truck workshop garage',
  'trip drive journey van leave',
  'task todo job',
  'bulk job background',
  'action job',
  'user account login',
  'role permission right',
  'import load upload',
  'swap trade exchange',
  'terminate end cancel quit',
  'contract agreement lease',
  'course class lesson workshop',
  'enrol enroll down sign register',
  'record everything overview all about whole summarize',
  'offboard resign quit dismiss',
  'employee hire employ recruit join',
  'launch start begin send',
  'resolve solve fix answer close',
  'assign give hand delegate',
  'submit hand send complete',
  'publish online release',
  'schedule plan send',
  'refund repay reimburse deposit',
  'void annul cancel reverse wrong invalid',
  'voucher gift card coupon present',
  'redeem use',
  'pause hold interrupt suspend freeze stop',
  'resume continue restart',
  'overdue due late unpaid',
  'adjust correct count only',
  'receive arriv deliver delivery parcel',
  'recall faulty contaminated withdraw',
  'block close maintenance paint repair',
  'service inspection inspect garage repair repaired',
  'vehicle fleet driv',
  'mileage kilometre kilometer km mile',
  'fuel petrol gas diesel',
  'survey satisfi satisfaction feedback',
  'tax vat',
  'shift duty roster work',
  'exception conference congress training absent away',
  'offer perform do provide',
  'clean cleaned cleaning',
  'finish done complete mark',
  'change edit edited',
  'stat rate share cancellation percent',
  'number figure count many',
  'calendar google outlook iphone',
  'rotate generate regenerate replace revoke',
  'ticket problem report',
  'grant approve allow',
  'decline refuse reject deny',
  'trip leav driv van',
  'quote calculate price',
  'duplicate twice check',
]

/** All words of the groups. */
export const GROUPED: readonly string[] = GROUPS.flatMap(wordsOf)

/** What several words mean together, most of which say nothing alone. */
const PHRASES: readonly (readonly [said: RegExp, meant: string])[] = [
  [/\b(time|days?|weeks?|hours?) off\b|\boff (sick|work|duty)\b/, 'absence leave'],
  [/\b(turn|turns|turned) down\b|\bsay no\b/, 'decline'],
  [/\bon hold\b/, 'pause'],
  [/\b(sign|signs|signed|put) \S+( \S+)? (up|down) for\b/, 'enrol'],
  [/\b(hand|hands|handed|send|sends) in\b/, 'submit'],
  [/\b(no longer|not? (\S+ ){1,3}any ?more)\b/, 'delete retire'],
  [
    /\b(not|never|nobody) (turn|turned|show|showed) up\b|\b(did not|didn.t|never) (come|appear|arrive)\b|\bmissed (her|his|their|the|an) (appointment|visit|booking)\b/,
    'no_show',
  ],
  [/\b(call|calls|called) off\b/, 'cancel'],
  [/\bmoney back\b|\b(pay|paid|send|give) \S+( \S+)? back\b/, 'refund'],
  [/\b(give|hand|pass|transfer)s? (it|this|that|them|the (ticket|task|job|case)|\S+ \d+)( over)? to\b/, 'assign'],
  [/\bpass(es|ed)? \S+( \S+)? on\b/, 'escalate'],
  [/\b(past|due) (its |their )?due\b|\bpast (its|their) date\b|\bnot (yet )?paid\b/, 'overdue invoice'],
  [/\blooks? like\b/, 'agenda'],
  [/\b(out of use|out of order)\b/, 'block'],
  [/\bhow satisfied\b/, 'survey'],
  [/\b(run|running|ran) (low|out)\b|\bhow (much|many) .* left\b/, 'stock product'],
  [/\b(last day|leaves? (us|the (company|practice|team)))\b/, 'offboard employee'],
  [/\b(no|any) longer (our|a) (client|customer|patient)\b/, 'archive'],
  [/\bout of the archive\b/, 'restore'],
  [/\bgo(es)? out\b/, 'send schedule'],
  [/\bback (with|from)\b/, 'end trip'],
]

/** The stems that a question means by several words together. */
export function phrasesIn(question: string): string[] {
  const text = plainOf(question)
  return PHRASES.flatMap(([said, meant]) => (said.test(text) ? meant.split(/[ _]/).map(stemOf) : []))
}

/** Who is addressed by name: “Mr. Grant” wants no grant. */
const NAMED = /\b((?:mr|mrs|ms|miss|dr|herr|frau|prof)\b\.?) \p{Lu}[\p{L}'’-]*/giu

/** A question without the names of people, which may be words of tools. */
export const withoutNames = (question: string): string =>
  question.replaceAll(NAMED, (all, title: string) => (/ \p{Lu}/u.test(all) ? title : all))

/** Words that hint at something without naming it: how people are addressed, and days. */
const HINTS: readonly (readonly [words: string, meant: string])[] = [
  ['mr mrs ms miss herr frau he she him her', 'client'],
  ['dr prof', 'specialist'],
  ['who whose', 'specialist employee'],
  ['every', 'series'],
  ['half past clock noon am pm', 'book booking slot'],
  ['know everything about', 'record'],
  ['closed', 'holiday'],
  ['today tomorrow yesterday monday tuesday wednesday thursday friday saturday sunday', 'booking agenda day'],
]

/** For each word of a question, the stems that it hints at. */
export const HINTED: ReadonlyMap<string, readonly string[]> = new Map(
  HINTS.flatMap(([words, meant]) => words.split(' ').map((word) => [word, meant.split(' ').map(stemOf)] as const)),
)

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
