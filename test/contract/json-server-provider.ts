import { type DataProvider, fetchUtils } from 'ra-core'
import jsonServerProvider from 'ra-data-json-server'
import type { TestHost } from '../../host/testing/index.ts'

/** The data provider of react-admin for a plugin: ra-data-json-server from npm, signed in with a token. */
export function jsonServerProviderOf({ url, token }: Pick<TestHost, 'url' | 'token'>, plugin: string): DataProvider {
  const user = { authenticated: true, token: `Bearer ${token}` }
  return jsonServerProvider(`${url}/api/v1/${plugin}`, (address: string, options?: fetchUtils.Options) =>
    fetchUtils.fetchJson(address, { ...options, user }),
  )
}
