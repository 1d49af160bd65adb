import { useEffect, useRef, useState } from 'react'
import { asText } from '../../values/as-text.ts'

interface TagsOptions {
  /** How many there may be. */
  most: number | undefined
  onChange: (tags: string[]) => void
}

/** The tags of a field. The one that is being typed is the last of its value, so that nobody has to end it before saving. */
export function useTags(value: unknown, { most = Infinity, onChange }: TagsOptions) {
  const all = Array.isArray(value) ? value.map(asText) : []
  const [typed, setTyped] = useState('')
  const ended = useRef<string[] | null>(null)
  const tags = typed !== '' && all.at(-1) === typed ? all.slice(0, -1) : all
  useEffect(() => {
    ended.current = null
  })

  return {
    /** Those that were ended. */
    tags,
    setTags: (texts: string[]) => {
      ended.current = texts
      onChange(texts)
    },
    /** The input is emptied in the same moment in which what stood in it becomes a tag, before or after. */
    type: (text: string) => {
      const present = ended.current ?? tags
      const next = isNew(text.trim(), present) && present.length < most ? text.trim() : ''
      if (next === '' && typed === '') return
      setTyped(next)
      onChange(next === '' ? present : [...present, next])
    },
  }
}

const isNew = (text: string, tags: readonly string[]) => !tags.some((tag) => tag.toLowerCase() === text.toLowerCase())
