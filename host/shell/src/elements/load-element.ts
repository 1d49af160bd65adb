import type { ElementModule, ElementUse } from '@atrium/sdk/documents'
import { addressOf } from '../api/base-path.ts'

/** A function of a plugin's module that fills a place in the page. Which context it gets depends on the place. */
export type Mount = (place: HTMLElement, context: object) => unknown

type Exports = Readonly<Record<string, unknown>>

/** Milliseconds that a module may take to arrive and to run. */
const LIMIT = 10_000

/** The modules of this page, by path. A module that failed is not kept. */
const modules = new Map<string, Promise<Exports>>()
/** The exports of those that have arrived. */
const arrived = new Map<string, Exports>()
/** How often a module has been requested. */
const requests = new Map<string, number>()

/**
 * Loads the module of an element, once for each page, and returns the element. The browser runs the module only if its content has the hash
 * that the document names.
 * @throws Error if it does not arrive, was changed, throws, hangs, or exports no such function
 */
export async function loadElement({ name, module }: ElementUse): Promise<Mount> {
  const loading = modules.get(module.path) ?? load(module)
  modules.set(module.path, loading)
  try {
    const exports = await loading
    arrived.set(module.path, exports)
    const mount = exports[name]
    if (typeof mount !== 'function') throw new Error(`its module exports no function [${name}].`)
    return mount as Mount
  } catch (error) {
    if (modules.get(module.path) === loading) modules.delete(module.path)
    throw hasFormer(module) ? inFormerPage(error) : error
  }
}

/** An element whose module has arrived. Undefined while it is unknown. */
export function loadedElement({ name, module }: ElementUse): Mount | undefined {
  const mount = arrived.get(module.path)?.[name]
  return typeof mount === 'function' ? (mount as Mount) : undefined
}

/** A module cannot be unloaded: what it has defined for the whole page stays, such as custom elements. */
const hasFormer = ({ plugin, path }: ElementModule) =>
  [...arrived.keys()].some((other) => other !== path && other.startsWith(`/assets/plugins/${plugin}/`))

function inFormerPage(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error)
  return new Error(`${message} This page still has the former version of the plugin: reload the page.`, {
    cause: error,
  })
}

async function load({ path, integrity }: ElementModule): Promise<Exports> {
  // The browser remembers the outcome of an address, so that another try needs another one.
  const former = requests.get(path) ?? 0
  requests.set(path, former + 1)
  const address = addressOf(path) + (former === 0 ? '' : `?try=${former}`)
  return inTime(async () => {
    await verify(address, integrity)
    return (await import(/* @vite-ignore */ address)) as Exports
  })
}

/**
 * Fetches a module without running it. If its content does not have the hash, the browser refuses it. Otherwise `import` takes the same
 * content: it is not requested again.
 */
function verify(address: string, integrity: string): Promise<void> {
  const link = document.createElement('link')
  if (!link.relList.supports('modulepreload')) throw new Error('this browser cannot verify modules. Use a newer one.')
  const verified = new Promise<void>((resolve, reject) => {
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () =>
      reject(new Error('its module could not be loaded, or is not the one that the host announced.')),
    )
  })
  Object.assign(link, { rel: 'modulepreload', integrity, href: address })
  document.head.append(link)
  return verified.finally(() => link.remove())
}

async function inTime<Result>(work: () => Promise<Result>): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`its module was not ready within ${LIMIT / 1_000} s.`)), LIMIT)
  })
  try {
    return await Promise.race([work(), late])
  } finally {
    clearTimeout(timer)
  }
}
