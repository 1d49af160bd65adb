/** The settings of the plugin. Their schema and defaults are in package.json. */
export interface Settings {
  /** The country of phone numbers without a country code of clients without an address, as a two-letter ISO 3166 code. */
  readonly country: string
  /** The largest accepted document, in megabytes of 1,000,000 bytes. */
  readonly document_limit_mb: number
  /** The largest accepted CSV file, in megabytes of 1,000,000 bytes. */
  readonly import_limit_mb: number
  /** The IANA name of the time zone of the practice: of the days of reports, and of the day on which a document is added. */
  readonly zone: string
}
