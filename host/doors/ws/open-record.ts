import { singleFlight } from '../../base/lifetime/index.ts'
import type { Principal } from '../../core/auth/index.ts'
import type { Client } from './client.ts'

/** Somebody who has a record open. */
interface PresentPerson {
  readonly id: string
  readonly name: string
  /** Whether they have changed something in its form and not saved it yet. */
  readonly editing: boolean
}

/** The people who have a record open: some by name, and the number of the others. */
export interface Present {
  readonly people: readonly PresentPerson[]
  readonly more: number
}

/** What a client learns: the others, without their ids. */
export interface Others {
  readonly path: string
  readonly people: readonly Pick<PresentPerson, 'name' | 'editing'>[]
  readonly more: number
}

/** The most people that a client sees by name. */
const MOST_NAMED = 5

/** The most people that another host gets by name, one more because the recipient may be one of them. */
const MOST_SENT = MOST_NAMED + 1

/** Longer names are cut, because a message between hosts holds less than 8,000 bytes. */
const LONGEST_NAME = 100

/** Unanswered pings after which a client counts as gone. */
const MOST_UNANSWERED = 2

/** A client that has a record open. */
export interface Attendee {
  isEditing: boolean
  /** Whether the client may read the record, as far as it was asked last. */
  isAllowed: boolean
  /** The caller about whom that was asked. */
  caller: Principal
  /** What the client was told last, as JSON. */
  told: string
  /** How often the client had been heard at the last question, and how many questions it has not answered since. */
  heard: number
  unanswered: number
}

/** One record that clients of this host have open. */
export class OpenRecord {
  readonly path: string
  readonly clients = new Map<Client, Attendee>()
  /** Who has it open on other hosts, by host. */
  readonly elsewhere = new Map<string, Present>()
  /** The last state sent to the other hosts; undefined if one of them asks. */
  said: Present | undefined
  timer?: NodeJS.Timeout
  /** When its clients were told last. */
  toldAt = -Infinity

  /** Tells its clients, once at a time. */
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

  /** Who has it open on all hosts. Somebody whom two hosts count without a name counts twice. */
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
