/** A part of an OpenAPI document that is a JSON Schema. */
export interface Schema {
  readonly [keyword: string]: unknown
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
}

export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly schema: Schema
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

/** One answer that an operation promises. */
export interface Promised {
  readonly $ref?: string
  readonly headers?: Readonly<Record<string, object>>
  readonly content?: Content
}

/** One operation of an OpenAPI document. */
export interface Described {
  readonly operationId: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, Promised>>
}

/** The OpenAPI document of a host, as far as the generator reads it. */
export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Promised>>
  }
}

/** One operation with its place. */
export interface Target extends Described {
  readonly method: string
  readonly path: string
}

export function targetsOf({ paths }: Description): Target[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, described]) => ({ ...described, path, method: method.toUpperCase() })),
  )
}
