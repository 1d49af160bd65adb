/** The settings of the plugin. Their schema and defaults are in package.json. */
export interface Settings {
  /** ISO 4217 code of all prices. */
  readonly currency: string
  /** IANA time zone of the agenda and of slots, unless a request names another. */
  readonly zone: string
  /** Slots that start sooner than this are not offered. */
  readonly minimum_notice_minutes: number
  /** Slots that start later than this are not offered. */
  readonly horizon_days: number
  /** Minutes for which a booking stays pending before it expires. */
  readonly pending_minutes: number
  /** Minutes for which a quote is binding. */
  readonly quote_minutes: number
  /** 1900 is 19 %. */
  readonly tax_basis_points: number
  readonly discounts: readonly { readonly quantity: number; readonly basis_points: number }[]
  /** Hours before the start until which clients cancel free of charge. */
  readonly free_cancellation_hours: number
  /** The share of the price charged after that: 5000 is 50 %. */
  readonly cancellation_fee_basis_points: number
  /** `file` stores e-mails as files instead of sending them. */
  readonly mail_transport: 'file' | 'smtp' | 'none'
  readonly mail_from: string
  readonly mail_from_name: string
  /** Hours before the start at which a reminder is sent; 0 turns reminders off. */
  readonly reminder_hours: number
  readonly smtp_host?: string
  readonly smtp_port: number
  readonly smtp_security: 'starttls' | 'tls' | 'none'
  readonly smtp_user?: string
  readonly smtp_password?: string
}
