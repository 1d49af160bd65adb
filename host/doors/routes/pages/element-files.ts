import { compress } from '../../http/index.ts'
import type { ElementFile, Registries } from '../../../core/registries/index.ts'
import { type Asset, FOREVER, makeAsset, mediaTypeOf } from './assets.ts'

/** The folder of the modules with which plugins extend the shell. */
const PLACE = '/assets/plugins/'

/** Whether a path can only be the module of a plugin. */
export const isElementPath = (path: string): boolean => path.startsWith(PLACE)

/**
 * Returns the function that finds the module of a plugin's elements by its path. Only modules of generations that serve are found. Like
 * the files of the shell, they are sent to everybody who knows their address; it contains a hash that only documents tell.
 */
export function elementFiles(registries: Registries): (path: string) => Promise<Asset | undefined> {
  const prepared = new WeakMap<ElementFile, Promise<Asset>>()
  return async (path) => {
    const [plugin = ''] = path.slice(PLACE.length).split('/')
    const file = registries.elementsOf(plugin)
    if (file?.path !== path) return undefined
    const asset = prepared.get(file) ?? prepare(file)
    prepared.set(file, asset)
    return asset
  }
}

async function prepare({ code }: ElementFile): Promise<Asset> {
  const [br, gzip] = await Promise.all([compress(code, 'br'), compress(code, 'gzip')])
  return makeAsset({ identity: code, br, gzip }, mediaTypeOf('elements.js'), FOREVER)
}
