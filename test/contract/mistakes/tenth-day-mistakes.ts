import { GOOD_PLUGIN } from './good-plugin.ts'
import type { Mistake, RuntimeMistake } from './mistake.ts'
import { MORE, routesWith } from './more-routes.ts'

/** A keyword of another library in the schema of the name. */
const foreign = (keyword: string, fix: string): Mistake => ({
  title: `a field has the keyword of another library [${keyword}]`,
  file: 'src/van.ts',
  from: 'maxLength: 80',
  to: `maxLength: 80, ${keyword}`,
  told: {
    code: 'keyword_without_effect',
    at: 'src/screens.ts:6',
    message: `The field [name] of a record has the keyword [${keyword.split(':')[0]}], which has no effect.`,
    fix,
  },
})

const ELEMENTS = {
  'ui/elements.ts': 'export const dots = () => ({ unmount: () => undefined })\n',
  'package.json': GOOD_PLUGIN['package.json'].replace(
    '"title": "Fleet",',
    '"title": "Fleet", "elements": "./ui/elements.ts",',
  ),
}

/** The arguments of an element, exchanged. */
const exchanged = (what: string, [from, at, message]: readonly [string, number, string]): Mistake => ({
  title: `the arguments of ${what} with an element are exchanged`,
  file: 'src/screens.ts',
  from,
  to: from.replace("text('name')", "element('dots', 'name')").replace('.sortable()', ''),
  files: ELEMENTS,
  told: {
    code: what === 'a column' ? 'column_unknown' : 'field_unknown',
    at: `src/screens.ts:${at}`,
    message,
    fix: "Exchange the arguments: [element('name', 'dots')]. The field comes first, then its element.",
  },
})

/** Mistakes of which nobody was told, or too vaguely. */
export const TENTH_DAY_MISTAKES: readonly Mistake[] = [
  foreign('required: true', 'Remove it: a field is required unless it is [Type.Optional(…)].'),
  foreign('optional: true', 'Write [Type.Optional(…)] around the schema of the field.'),
  foreign('nullable: true', 'Write [Type.Optional(…)] around the schema of the field: it may then have no value.'),
  foreign(
    'unique: true',
    "Make the index in a migration: [table.string('number', 20).unique()]. A second record with the same value is refused.",
  ),
  foreign("label: 'Name'", "Write [title: '…'], or [label('…')] at the column or field of a screen."),
  exchanged('a column', ["column.text('name').sortable()", 15, 'The column [dots] is not a field of [vans].']),
  exchanged('a field', [
    "field.text('name')",
    32,
    'The field [dots] in the form of [vans] is not a field of its record.',
  ]),
  exchanged('an entry', ["entry.text('name')", 39, 'The entry [dots] is not a field of [vans].']),
  {
    title: 'a translation is named like its language',
    file: 'package.json',
    from: '"title": "Fleet"',
    to: '"title": "Fleet"',
    files: { 'translations/german.json': '{ "Vans": "Wagen" }' },
    told: {
      code: 'translation_invalid',
      at: 'translations/german.json',
      message: 'The file [translations/german.json] is not named like a locale, such as de.json.',
      fix: 'Name the file like a locale as browsers write it: de.json, pt-BR.json.',
    },
  },
]

const FIX = 'Correct the line that the finding names. The log has the whole error under the request id.'

/** A service that a handler asks with too little. */
const asked = (title: string, call: string, message: string): RuntimeMistake => ({
  title,
  ...MORE,
  ...routesWith(`context.${call}`, 'Type'),
  told: { code: 'handler_failed', at: 'src/more.ts:3', message: `TypeError: ${message}`, fix: FIX },
})

/** Mistakes of which nobody was told, or in words of the host's own code. */
export const TENTH_DAY_RUNTIME_MISTAKES: readonly RuntimeMistake[] = [
  asked(
    'a secret is sealed without its place',
    "secrets.seal('key')",
    "[secrets.seal] takes a text and its place: secrets.seal(text, 'table/row/field').",
  ),
  asked(
    'a file is opened without a key',
    'files.open(undefined)',
    '[files.open] takes the key of a file, which [files.put] returned, but got none. The record may have no file.',
  ),
]
