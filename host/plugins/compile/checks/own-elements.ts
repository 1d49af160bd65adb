import type { ElementDraft, Origin } from '@atrium/sdk/host'
import type { ElementUse } from '@atrium/sdk/documents'
import type { ElementFile } from '../../../core/registries/index.ts'
import { knownNames, type Report } from './finding.ts'

/** Where an element is used. */
interface Use {
  /** The offender: `The column [stars] of [items]`. */
  readonly who: string
  readonly report: Report
  readonly origin: Origin
}

/** The elements that a plugin brings itself. */
export class OwnElements {
  readonly #plugin: string
  readonly #file: ElementFile | undefined

  constructor(plugin: string, file: ElementFile | undefined) {
    this.#plugin = plugin
    this.#file = file
  }

  /** What a document says about an element. Reports one that the plugin's module does not export. */
  use({ element, options }: ElementDraft, { who, report, origin }: Use): ElementUse {
    const { names = [], path = '/', integrity = '' } = this.#file ?? {}
    if (!names.includes(element))
      report({
        code: 'element_unknown',
        message: `${who} is shown by the element [${element}], ${this.#file ? 'which the module of [atrium.elements] does not export' : 'but package.json names no module in [atrium.elements]'}.`,
        fix: this.#file
          ? knownNames(element, names)
          : `Add \`"elements": "./ui/elements.ts"\` to "atrium" in package.json, and export [${element}] from this file.`,
        origin,
      })
    return { name: element, module: { plugin: this.#plugin, path, integrity }, ...(options && { options }) }
  }
}
