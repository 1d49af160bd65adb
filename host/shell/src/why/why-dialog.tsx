import { Modal } from '@mantine/core'
import type { Question } from '../api/explain.ts'
import '../theme/modal.css'
import { Explanation } from './explanation.tsx'

/** Explains why something is not shown, and what would change that. */
export function WhyDialog({ question, onClose }: { question: Question; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title="Why?" size={560}>
      <Explanation question={question} onLeave={onClose} />
    </Modal>
  )
}
