/** Who has a saved view or a dashboard: its owner, the holders of a role, or everybody. */
export interface Shared {
  readonly audience: 'me' | 'role' | 'all'
  readonly role_id?: string
  readonly owner_id: string
}
