/** A record without a schema: any name is a field. What authors in JavaScript always have. */
export type AnyRecord = { [field: string]: unknown }

/** The names of a record's fields; any name where the record is not known. */
export type FieldOf<Row> = string extends keyof Row ? string : Extract<keyof Row, string>

/** The names of the fields that hold a certain kind of value. */
export type FieldHolding<Row, Value> = string extends keyof Row
  ? string
  : { [Name in Extract<keyof Row, string>]-?: NonNullable<Row[Name]> extends Value ? Name : never }[Extract<
      keyof Row,
      string
    >]

/** What a list of a record consists of; any record where that is not known. */
export type ItemOf<Row, Name> =
  ValueOf<Row, Name> extends readonly (infer Item)[] ? Item : string extends keyof Row ? AnyRecord : never

/** The value of a field, never undefined. */
export type ValueOf<Row, Name> = Name extends keyof Row ? NonNullable<Row[Name]> : never

/** Something for each value a field may have, keyed by the value as text. A value that the field cannot have is a compile error. */
export type PerValue<Value, Thing> = { readonly [Each in Value & (string | number) as `${Each}`]?: Thing }
