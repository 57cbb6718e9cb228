import { type LinkReport, type LinkReportProblem, linkReportTexts } from '@linkshelf/contract'
import { formatNumber } from '../../ui/formats/numbers.ts'
import classes from './report.module.css'

interface ProblemPickerProps {
  report: LinkReport
  /** The problems in the report, most urgent first. */
  problems: readonly LinkReportProblem[]
  chosen: LinkReportProblem
  onChoose: (problem: LinkReportProblem) => void
}

export function ProblemPicker({ report, problems, chosen, onChoose }: ProblemPickerProps) {
  return (
    <fieldset className={classes.problems}>
      <legend className="visually-hidden">Problem</legend>
      {problems.map((problem) => (
        <label key={problem} className={classes.problem}>
          <input type="radio" className="visually-hidden" name="problem" checked={problem === chosen} onChange={() => onChoose(problem)} />
          <span>{linkReportTexts[problem].label}</span>
          <strong>{formatNumber(report.problems[problem])}</strong>
        </label>
      ))}
    </fieldset>
  )
}
