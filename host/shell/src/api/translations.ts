import type { TranslationCatalogue } from '@atrium/sdk/documents'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { currentLanguage } from '../language/spoken.ts'
import { DOCUMENTS, translationsPath } from './refresh-documents.ts'
import { request } from './request.ts'

/** Waits until the shell knows the host's translations into the language of now. Without an answer, texts stay in English. */
export async function knowTranslations(queryClient: QueryClient): Promise<void> {
  const { language } = currentLanguage()
  if (language === 'en') return
  await queryClient.fetchQuery(translationsOptions(language)).catch(() => undefined)
}

/** It is read again after a change that the host announces, and with the documents. */
const translationsOptions = (language: ReturnType<typeof currentLanguage>['language']) =>
  queryOptions({
    queryKey: [...DOCUMENTS, translationsPath(language)],
    queryFn: async () => {
      const { data } = await request<TranslationCatalogue[]>('GET', translationsPath(language))
      // Nobody who reads English needs it.
      const { takeHostTexts } = await import('../language/host-texts.ts')
      takeHostTexts(language, data)
      return data
    },
    staleTime: Infinity,
  })
