import { SourcedNote, type SourcedStatement } from '../../../ui/sourced-note.tsx'
import classes from './program-rules.module.css'

interface ProgramRulesProps {
  summary: string
  rules: readonly SourcedStatement[]
  isHighlighted?: boolean
  onOpen?: () => void
  /** What the rules mean for the link, above the rules. */
  children?: React.ReactNode
}

/** Shows rules of affiliate programs, with their sources, behind a toggle. */
export function ProgramRules({ summary, rules, isHighlighted, onOpen, children }: ProgramRulesProps) {
  return (
    <details
      className={classes.rules}
      data-highlighted={isHighlighted || undefined}
      onToggle={({ currentTarget }) => currentTarget.open && onOpen?.()}
    >
      <summary>{summary}</summary>
      {children}
      {rules.map((rule) => (
        <SourcedNote key={rule.text} statement={rule} />
      ))}
    </details>
  )
}
