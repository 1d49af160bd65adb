import { singleFlight } from '../../base/lifetime/index.ts'
import type { Principal } from '../../core/auth/index.ts'
import type { Client } from './client.ts'

/** A person who has a record open. */
interface PresentPerson {
  readonly id: string
  readonly name: string
  /** Whether they have unsaved changes in its form. */
  readonly editing: boolean
}

/** The people who have a record open: some by name, and the number of others. */
export interface Present {
  readonly people: readonly PresentPerson[]
  readonly more: number
}

/** The part sent to a client: the others, without their ids. */
export interface Others {
  readonly path: string
  readonly people: readonly Pick<PresentPerson, 'name' | 'editing'>[]
  readonly more: number
}

/** The most people that a client sees by name. */
const MOST_NAMED = 5

/** The most people that another host receives by name, one more because the recipient may be one of them. */
const MOST_SENT = MOST_NAMED + 1

/** Longer names are truncated, because a message between hosts has less than 8,000 bytes. */
const LONGEST_NAME = 100

/** Unanswered pings after which a client counts as gone. */
const MOST_UNANSWERED = 2

/** A client that has a record open. */
export interface Attendee {
  isEditing: boolean
  /** Whether the client may read the record, according to the last check. */
  isAllowed: boolean
  /** The caller of that check. */
  caller: Principal
  /** The state last sent to the client, as JSON. */
  told: string
  /** The value of `Client.heard` at the last ping, and the number of unanswered pings since. */
  heard: number
  unanswered: number
}

/** One record that clients of this host have open. */
export class OpenRecord {
  readonly path: string
  readonly clients = new Map<Client, Attendee>()
  /** Who has it open on other hosts, by host. */
  readonly elsewhere = new Map<string, Present>()
  /** The last state sent to the other hosts; undefined if one of them requests it. */
  said: Present | undefined
  timer?: NodeJS.Timeout
  /** When its clients were last notified. */
  toldAt = -Infinity

  /** Notifies its clients, never twice at once. */
  readonly tell: () => Promise<void>

  constructor(path: string, tell: (record: OpenRecord) => Promise<void>) {
    this.path = path
    this.tell = singleFlight(() => tell(this))
  }

  /** Whether other clients or hosts share the record. */
  get isShared(): boolean {
    return this.clients.size + this.elsewhere.size > 1
  }

  /** Who has it open on this host. */
  here(): Present {
    const seen = [...this.clients].filter(([client, attendee]) => isSeen(client, attendee))
    const people = seen.map(([{ caller }, { isEditing }]) => ({
      id: caller.id,
      name: [...caller.name].slice(0, LONGEST_NAME).join(''),
      editing: isEditing,
    }))
    return { people: inOrder(people), more: 0 }
  }

  /** The people who have it open on this host, in the short form for other hosts. */
  hereInShort(): Present {
    return firstOf(this.here(), MOST_SENT)
  }

  /** Who has it open on all hosts. Somebody who is counted without a name on two hosts counts twice. */
  everywhere(): Present {
    const all = [this.here(), ...this.elsewhere.values()]
    return {
      people: inOrder(all.flatMap(({ people }) => people)),
      more: all.reduce((sum, { more }) => sum + more, 0),
    }
  }

  /** The people that a client sees: none unless it may read the record. */
  othersFor(client: Client, { people, more }: Present): Others {
    const { path } = this
    if (this.clients.get(client)?.isAllowed !== true) return nobodyAt(path)
    const others = people.filter(({ id }) => id !== client.caller.id)
    const named = firstOf({ people: others, more }, MOST_NAMED)
    return { path, people: named.people.map(({ name, editing }) => ({ name, editing })), more: named.more }
  }
}

export const nobodyAt = (path: string): Others => ({ path, people: [], more: 0 })

/** Whether a client has answered lately. */
export const isThere = ({ unanswered }: Attendee) => unanswered < MOST_UNANSWERED

/** Programs have no screen, and a preview would show the viewer as somebody else. */
const isSeen = ({ caller }: Client, attendee: Attendee) =>
  attendee.isAllowed && isThere(attendee) && caller.kind === 'person' && caller.preview === undefined

/** Each person once, those who edit first, then by name. */
function inOrder(people: readonly PresentPerson[]): PresentPerson[] {
  const known = new Map<string, PresentPerson>()
  for (const person of people) if (person.editing || !known.has(person.id)) known.set(person.id, person)
  return [...known.values()].sort(
    (a, b) => Number(b.editing) - Number(a.editing) || a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1),
  )
}

const firstOf = ({ people, more }: Present, most: number): Present => ({
  people: people.slice(0, most),
  more: more + Math.max(0, people.length - most),
})
