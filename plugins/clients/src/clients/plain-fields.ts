/** The fields of a client that hold one text and may be missing, but for its notes, which are long. */
export const PLAIN_FIELDS = [
  'given_name',
  'family_name',
  'birth_date',
  'company_name',
  'registration_no',
  'email',
  'phone',
  'language',
  'owner',
] as const
