import { Type } from 'typebox'
import { AbsolutePath } from './identifier.ts'
import { Color, Option } from './values.ts'

/** The members that every column and every entry may have. */
export const shownMembers = {
  permission: Type.Optional(Type.String()),
  copyable: Type.Optional(Type.Literal(true, { description: 'A button beside the value copies it' })),
}

/** The members of kinds that columns and entries share. */
export const shownKinds = {
  icon: {
    icons: Type.Record(Type.String(), Type.String(), { description: 'Value → name of an icon' }),
    options: Type.Optional(Type.Array(Option)),
    colors: Type.Record(Type.String(), Color),
  },
  file: {
    content_path: {
      ...AbsolutePath,
      description:
        'GET answers the file of the record `{id}` with its `Content-Type`. The value is the name of the file',
    },
  },
  progress: { max: Type.Number({ exclusiveMinimum: 0, description: 'The value of a full bar' }) },
}
