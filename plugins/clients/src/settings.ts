/** What an operator decides for the whole practice; the schema with its defaults is in package.json. */
export interface Settings {
  /** ISO 3166: where a phone number without a country code is from. */
  readonly country: string
  /** The largest document that is taken, in megabytes of 1,000,000 bytes. */
  readonly document_limit_mb: number
  /** The largest CSV file that is taken, in megabytes of 1,000,000 bytes. */
  readonly import_limit_mb: number
  /** IANA name of the practice's time zone: when its days begin. */
  readonly zone: string
}
