/** Who receives what: subscriptions belong to the host, are of one namespace, and outlive generations. */
export class Topics<Subscriber> {
  /** By `<namespace>/<topic>`; the name of a namespace has no slash. */
  readonly #subscribers = new Map<string, Set<Subscriber>>()
  readonly #keys = new Map<Subscriber, Set<string>>()

  subscribe(subscriber: Subscriber, namespace: string, topic: string): void {
    const key = `${namespace}/${topic}`
    entry(this.#subscribers, key).add(subscriber)
    entry(this.#keys, subscriber).add(key)
  }

  unsubscribe(subscriber: Subscriber, namespace: string, topic: string): void {
    this.#remove(subscriber, `${namespace}/${topic}`)
  }

  of(namespace: string, topic: string): Iterable<Subscriber> {
    return this.#subscribers.get(`${namespace}/${topic}`) ?? []
  }

  /** Takes out all subscriptions of one who has left. */
  leave(subscriber: Subscriber): void {
    for (const key of [...(this.#keys.get(subscriber) ?? [])]) this.#remove(subscriber, key)
  }

  /** Takes out all subscriptions of a namespace that is gone. */
  close(namespace: string): void {
    const keys = [...this.#subscribers.keys()].filter((key) => key.startsWith(`${namespace}/`))
    for (const key of keys)
      for (const subscriber of [...(this.#subscribers.get(key) ?? [])]) this.#remove(subscriber, key)
  }

  #remove(subscriber: Subscriber, key: string): void {
    discard(this.#subscribers, key, subscriber)
    discard(this.#keys, subscriber, key)
  }
}

function entry<Key, Value>(map: Map<Key, Set<Value>>, key: Key): Set<Value> {
  const set = map.get(key) ?? new Set<Value>()
  map.set(key, set)
  return set
}

/** An empty set goes too: nothing may pile up. */
function discard<Key, Value>(map: Map<Key, Set<Value>>, key: Key, value: Value): void {
  const set = map.get(key)
  set?.delete(value)
  if (set?.size === 0) map.delete(key)
}
