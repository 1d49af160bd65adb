import type { Color } from '../documents/color.ts'
import type { StatsWidget } from '../documents/widget.ts'
import { label_of } from '../declaration/label-of.ts'

type Stat = StatsWidget['stats'][number]

/** One figure. */
export class StatBuilder {
  readonly draft: Stat

  constructor(draft: Stat) {
    this.draft = draft
  }

  label(label: string): this {
    this.draft.label = label
    return this
  }

  color(color: Color): this {
    this.draft.color = color
    return this
  }
}

/** Makes figures: `(stat) => [stat.number('active')]`. Names are members of the answer. */
export class StatFactory {
  number(name: string): StatBuilder {
    return new StatBuilder({ kind: 'number', name, label: label_of(name) })
  }

  money(name: string, currency = 'EUR'): StatBuilder {
    return new StatBuilder({ kind: 'money', name, label: label_of(name), currency })
  }
}
