import { type Static, Type } from 'typebox'

/** The translations that a plugin, or the platform, has for the texts of its documents and messages. */
export const TranslationCatalogue = Type.Object(
  {
    owner: Type.String({ description: 'The id of the plugin; `platform` for the platform itself' }),
    texts: Type.Record(Type.String(), Type.String(), {
      description:
        'The translation by English text. A text may have placeholders, such as `{record} deleted`, which stand for any text; the ' +
        'translation has the same ones.',
    }),
  },
  { title: 'TranslationCatalogue', additionalProperties: false },
)
export type TranslationCatalogue = Static<typeof TranslationCatalogue>
