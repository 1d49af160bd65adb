/**
 * What every builder is: a shell around a draft. Each method changes the draft and returns the builder, so that calls can be chained.
 * The draft is private: authors never see it, and only the SDK and the host read it, with `draft_of`.
 */
export abstract class Builder<Draft extends object> {
  readonly #draft: Draft

  constructor(draft: Draft) {
    this.#draft = draft
  }

  /** Reads the draft of a builder. */
  static draft_of<Draft extends object>(builder: Builder<Draft>): Draft {
    return builder.#draft
  }

  protected set(values: Partial<Draft>): this {
    Object.assign(this.#draft, values)
    return this
  }
}

/** The draft of a builder, as declared so far. */
export const draft_of = <Draft extends object>(builder: Builder<Draft>): Draft => Builder.draft_of(builder)

/** The drafts of several builders, in order. */
export const drafts_of = <Draft extends object>(builders: readonly Builder<Draft>[]): Draft[] => builders.map(draft_of)
