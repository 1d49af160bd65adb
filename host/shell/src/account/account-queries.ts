import type { QueryClient } from '@tanstack/react-query'
import { queryOptions } from '@tanstack/react-query'
import { ACCOUNT } from '../api/documents.ts'
import { request } from '../api/request.ts'

/** A passkey of the person. */
export interface Passkey {
  id: string
  name: string
  synced: boolean
  created_at: string
  last_used_at?: string
  refused_at?: string
}

/** How the person can sign in. */
export interface Methods {
  password: boolean
  totp_since?: string
  recovery_codes_left: number
  passkeys: Passkey[]
  passkeys_at?: string
  providers: { title: string; last_used_at?: string }[]
  required: { second_factor: boolean; passkey: boolean; oidc: boolean }
}

/** A session of the person. */
export interface OwnSession {
  id: string
  device: string
  address: string
  created_at: string
  last_seen_at: string
  methods: string[]
  current: boolean
}

/** How the person can sign in. */
export const methodsOptions = () =>
  queryOptions({
    queryKey: [...ACCOUNT, 'methods'],
    queryFn: async ({ signal }) => (await request<Methods>('GET', '/api/v1/auth/methods', { signal })).data,
  })

/** Where the person is signed in. */
export const ownSessionsOptions = () =>
  queryOptions({
    queryKey: [...ACCOUNT, 'sessions'],
    queryFn: async ({ signal }) => (await request<OwnSession[]>('GET', '/api/v1/auth/sessions', { signal })).data,
  })

/** Rereads the data of the account screen. */
export const refreshAccount = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ACCOUNT })
