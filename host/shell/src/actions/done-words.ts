import type { Action } from '@atrium/sdk/documents'
import { t } from '../language/t.ts'

/** The message for a finished action: as declared, or else from its label: `Archive` → `Archived`, `Mark paid` → `Marked paid`. */
export function doneWords({ label, done }: Pick<Action, 'label' | 'done'>): string {
  if (done !== undefined) return done
  const [first = '', ...rest] = label.split(' ')
  const past = pastOf(first.toLowerCase())
  return past === undefined
    ? t('{label}: done', { label })
    : [past[0]?.toUpperCase() + past.slice(1), ...rest].join(' ')
}

/** Only for known verbs, because a label may begin with any word. */
function pastOf(verb: string): string | undefined {
  if (Object.hasOwn(IRREGULAR, verb)) return IRREGULAR[verb]
  if (!REGULAR.has(verb)) return undefined
  return verb.endsWith('e') ? `${verb}d` : verb.endsWith('y') ? `${verb.slice(0, -1)}ied` : `${verb}ed`
}

const IRREGULAR: Readonly<Record<string, string>> = {
  ...{ cancel: 'cancelled', permit: 'permitted', pin: 'pinned', ship: 'shipped', skip: 'skipped', stop: 'stopped' },
  ...{ submit: 'submitted', transfer: 'transferred', keep: 'kept', pay: 'paid', resend: 'resent', reset: 'reset' },
  ...{ send: 'sent', set: 'set', take: 'taken', undo: 'undone', read: 'read', withdraw: 'withdrawn' },
}

const REGULAR: ReadonlySet<string> = new Set(
  (
    'accept activate add approve archive assign book check close complete confirm connect convert copy create deactivate decline delete deliver ' +
    'disable disconnect discard dismiss duplicate enable end escalate expire finish import invite issue link lock mark merge move open order pack ' +
    'pause print publish refund refuse reject release reload remind remove rename renew reopen replace reschedule restart ' +
    'restore resume retire retry return revoke rotate save schedule sign start suspend unarchive unassign unlink unlock ' +
    'unpublish update void'
  ).split(' '),
)
