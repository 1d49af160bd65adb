/** What an operator decides for the whole practice; the schema with its defaults is in package.json. */
export interface Settings {
  /** ISO 4217. */
  readonly currency: string
  /** IANA: of the agenda and of slots where nobody asks for another. */
  readonly zone: string
  readonly minimum_notice_minutes: number
  readonly horizon_days: number
  readonly pending_minutes: number
  readonly quote_minutes: number
  readonly tax_basis_points: number
  readonly discounts: readonly { readonly quantity: number; readonly basis_points: number }[]
  readonly free_cancellation_hours: number
  readonly cancellation_fee_basis_points: number
  /** `file` writes e-mails and sends none. */
  readonly mail_transport: 'file' | 'smtp' | 'none'
  readonly mail_from: string
  readonly mail_from_name: string
  /** 0: no reminders. */
  readonly reminder_hours: number
  readonly smtp_host?: string
  readonly smtp_port: number
  readonly smtp_security: 'starttls' | 'tls' | 'none'
  readonly smtp_user?: string
  readonly smtp_password?: string
}
