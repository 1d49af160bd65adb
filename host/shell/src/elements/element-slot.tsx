import type { ElementUse } from '@atrium/sdk/documents'
import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { reportElement } from '../api/element-failures.ts'
import { personLocale, personZone } from '../values/person-formats.ts'
import { elementFunctions } from './element-functions.ts'
import { loadedElement, loadElement, type Mount } from './load-element.ts'
import { type FailedIn, MountedElement } from './mounted-element.ts'

interface ElementSlotProps {
  element: ElementUse
  /** The members of its context that depend on where it is. Functions among them must stay the same. */
  given: object
  /** Shown while its module is loading. */
  waiting: ReactNode
  /** Replaces it when it has failed. */
  failed: (error: Error, onRetry: () => void) => ReactNode
}

/** The element that was loaded last. It stays until its successor has arrived. */
type Loaded = { element: ElementUse } & ({ mount: Mount } | { error: Error })

/** An element that a plugin brings itself. Whatever it does wrong stays inside, and it can be tried again. */
export function ElementSlot({ element, given, waiting, failed }: ElementSlotProps) {
  const [attempt, setAttempt] = useState(0)
  const [loaded, setLoaded] = useState<Loaded | null>(() => readyElement(element))
  const wanted = useRef(element)
  wanted.current = element
  const key = `${element.module.path} ${element.name}`

  useEffect(() => {
    let isCurrent = true
    const { current } = wanted
    const ready = readyElement(current)
    if (ready) return setLoaded((before) => (before && isSame(before.element, current) ? before : ready))
    loadElement(current).then(
      (mount) => isCurrent && setLoaded({ element: current, mount }),
      (error: unknown) => {
        noteFailure(current, error, 'load')
        if (isCurrent) setLoaded({ element: current, error: failureOf(current, error) })
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key, attempt])

  if (loaded === null) return waiting
  const retry = () => {
    setLoaded(null)
    setAttempt(attempt + 1)
  }
  if ('error' in loaded) return failed(loaded.error, retry)
  // Other options reach an element with its context, but not the element that is being replaced.
  const shown = isSame(loaded.element, element) ? element : loaded.element
  const onFailed = (error: unknown, during: FailedIn) => {
    noteFailure(shown, error, during)
    if (during !== 'unmount') setLoaded({ element: shown, error: failureOf(shown, error) })
  }
  const place = `${shown.module.path} ${shown.name} ${attempt}`
  return <Place key={place} element={shown} given={given} mount={loaded.mount} onFailed={onFailed} />
}

/** An element whose module this page already has appears at once. */
function readyElement(element: ElementUse): Loaded | null {
  const mount = loadedElement(element)
  return mount ? { element, mount } : null
}

const isSame = (one: ElementUse, other: ElementUse) => one.name === other.name && one.module.path === other.module.path

/** For the console of the author, and for operators. */
function noteFailure({ name, module: { plugin, path } }: ElementUse, error: unknown, during: FailedIn | 'load'): void {
  console.warn(`The element [${name}] of the plugin [${plugin}] failed (${during}):`, error)
  reportElement({ plugin, element: name, path, during })
}

function failureOf({ name, module: { plugin } }: ElementUse, error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`[${name}] of the plugin [${plugin}] failed: ${message}`, { cause: error })
}

interface PlaceProps extends Pick<ElementSlotProps, 'element' | 'given'> {
  mount: Mount
  onFailed: (error: unknown, during: FailedIn) => void
}

/** The place that the element fills while it is on screen. */
function Place({ element, given, mount, onFailed }: PlaceProps) {
  const { module, options = NO_OPTIONS } = element
  const place = useRef<HTMLDivElement>(null)
  const mounted = useRef<MountedElement | null>(null)
  const color_scheme = useColorScheme()
  const queryClient = useQueryClient()
  const { history } = useRouter()
  const person = { color_scheme, locale: personLocale(), time_zone: personZone() }
  const latest = useRef({ context: {}, onFailed })
  latest.current = { context: { plugin: module.plugin, options, ...person, ...given }, onFailed }

  useLayoutEffect(() => {
    if (place.current === null) return
    const surroundings = {
      queryClient,
      open: (path: string) => history.push(path),
      onError: (error: unknown) => mounted.current?.fail(error, 'work'),
    }
    const parts = {
      ...{ mount, path: module.path, place: place.current },
      functions: (signal: AbortSignal) => elementFunctions(signal, surroundings),
      onFailed: (error: unknown, during: FailedIn) => latest.current.onFailed(error, during),
    }
    const own = new MountedElement(parts, latest.current.context)
    mounted.current = own
    return () => own.remove()
  }, [mount, module.path, queryClient, history])

  useLayoutEffect(() => mounted.current?.update(latest.current.context))

  return <div ref={place} data-element />
}

const NO_OPTIONS = {}

/** Mantine keeps the scheme in this attribute, also if it follows the system. */
const ATTRIBUTE = 'data-mantine-color-scheme'

const listeners = new Set<() => void>()
let observer: MutationObserver | undefined

/** The colour scheme of the page. A list may have hundreds of elements, so all of them share one observer. */
const useColorScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, read)

const read = () => (document.documentElement.getAttribute(ATTRIBUTE) === 'dark' ? 'dark' : 'light')

function subscribe(tell: () => void): () => void {
  listeners.add(tell)
  observer ??= observe()
  return () => {
    listeners.delete(tell)
    if (listeners.size > 0) return
    observer?.disconnect()
    observer = undefined
  }
}

function observe(): MutationObserver {
  const changes = new MutationObserver(() => listeners.forEach((tell) => tell()))
  changes.observe(document.documentElement, { attributeFilter: [ATTRIBUTE] })
  return changes
}
