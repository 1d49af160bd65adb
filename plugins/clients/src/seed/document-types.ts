import type { DocumentType } from '../documents/document-type.ts'

type Invented = Omit<DocumentType, 'id' | 'created_at'>

const scans = ['application/pdf', 'image/jpeg', 'image/png'] as const

/** What a practice asks of its clients. */
export const DOCUMENT_TYPES: readonly Invented[] = [
  { title: 'Consent to treatment', required_for: 'none', validity_months: 24, media_types: [...scans] },
  { title: 'Identity card', required_for: 'none', validity_months: 120, media_types: [...scans] },
  { title: 'Insurance certificate', required_for: 'none', validity_months: 12, media_types: [...scans] },
  { title: 'Register extract', required_for: 'company', validity_months: 36, media_types: ['application/pdf'] },
  { title: 'Framework contract', required_for: 'none', media_types: ['application/pdf'] },
  { title: 'Referral', required_for: 'none', validity_months: 3, media_types: [...scans] },
]
