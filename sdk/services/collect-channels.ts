import { DeclarationError } from '../declaration/declaration-error.ts'
import { origin_of } from '../declaration/origin.ts'
import type { Channels, MessageRule } from './channels.ts'
import type { NamespaceDeclaration } from './namespace-declaration.ts'

/** Channels that write down what is declared, and what was declared so far, in order. */
export interface CollectedChannels {
  readonly channels: Channels
  readonly declarations: readonly NamespaceDeclaration[]
}

/**
 * What the host hands `register_channels`, and what tests hand it to see what a plugin declares. Wrong arguments throw a
 * DeclarationError at the author's call.
 * @param publish where frames go to
 */
export function collect_channels(publish: Channels['publish']): CollectedChannels {
  const declarations: NamespaceDeclaration[] = []
  const namespace: Channels['namespace'] = (name, rules, handler) => {
    requireName(name)
    requireRules(name, rules)
    declarations.push({ origin: origin_of(namespace), name, rules, handler })
    return channels
  }
  const channels: Channels = { namespace, publish }
  return { channels, declarations }
}

function requireName(name: string): void {
  if (/^[a-z][a-z0-9-]*$/.test(name)) return
  throw new DeclarationError('id_invalid', `[${name}] cannot be the name of a namespace.`, {
    fix: 'Use lower-case letters, digits and hyphens, beginning with a letter.',
  })
}

function requireRules(name: string, rules: Readonly<Record<string, MessageRule>>): void {
  for (const [type, rule] of Object.entries(rules)) {
    if (rule.payload !== undefined && rule.permission) continue
    throw new DeclarationError(
      'channel_invalid',
      `The message [${type}] of [${name}] lacks a payload or a permission.`,
      {
        fix: "Give it both: `{ payload: Type.Object({ … }), permission: '<plugin>.<resource>.<action>' }`.",
      },
    )
  }
}
