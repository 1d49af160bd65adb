import { Modal } from '@mantine/core'
import type { Question } from '../api/explain.ts'
import '../theme/modal.css'
import { Explanation } from './explanation.tsx'

interface WhyDialogProps {
  title: string
  question: Question
  onClose: () => void
}

/** Explains why something is not shown, and what would change that. */
export function WhyDialog({ title, question, onClose }: WhyDialogProps) {
  return (
    <Modal opened onClose={onClose} title={title} size={560}>
      <Explanation question={question} onLeave={onClose} />
    </Modal>
  )
}
