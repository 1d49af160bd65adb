/** A bucket that speaks S3, and what opens it. */
export interface S3Location {
  /** With the bucket as the first segment of the path, without a slash at its end. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}
