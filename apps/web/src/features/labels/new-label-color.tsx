import { chooseLabelColor, type Label, labelSwatches } from '@linkshelf/contract'
import { useQueryClient } from '@tanstack/react-query'
import { api, type ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { ColorSwatches } from '../../ui/forms/color-field.tsx'
import { labelListQuery } from './label-queries.ts'

/** The colors that were chosen for labels that do not exist yet, by name. */
export type NewLabelColors = ReadonlyMap<string, string>

/** Returns a color for each label that does not exist yet: the chosen color, or else the next free color. */
export function colorNewLabels(labels: readonly Label[], names: readonly string[], chosen: NewLabelColors): NewLabelColors {
  const colors = new Map<string, string>()
  const taken: { name: string; color_hex: string | null }[] = [...labels]
  for (const name of names) {
    const color_hex = chosen.get(name) ?? chooseLabelColor(taken)
    colors.set(name, color_hex)
    taken.push({ name, color_hex })
  }
  return colors
}

interface NewLabelColorProps {
  name: string
  color: string | undefined
  onChange: (color: string) => void
  onKeyDown?: React.KeyboardEventHandler | undefined
}

/** Chooses the color of a new label. */
export function NewLabelColor({ name, color, onChange, onKeyDown }: NewLabelColorProps) {
  return (
    <ColorSwatches label={`Color of ${name}`} swatches={labelSwatches} color={color ?? null} onChange={onChange} onKeyDown={onKeyDown} />
  )
}

/**
 * Returns a function that creates the labels that do not exist yet, with their colors. It must run before the links are
 * saved, because saving links would create the labels without colors. If somebody else has just created a label, that
 * label keeps its color.
 */
export function useCreateColoredLabels(scope: ProjectScope): (names: readonly string[], chosen: NewLabelColors) => Promise<void> {
  const queryClient = useQueryClient()
  return async (names, chosen) => {
    if (names.length === 0) return
    const labels = await queryClient.ensureQueryData(labelListQuery(scope))
    const added = names.filter((name) => !labels.some((label) => label.name.toLowerCase() === name.toLowerCase()))
    for (const [name, color_hex] of colorNewLabels(labels, added, chosen)) {
      try {
        await api.labels.create.call({ params: scope, body: { name, active: true, color_hex } })
      } catch (error) {
        if (!isApiError(error, 'LABEL_NAME_TAKEN')) throw error
      }
    }
  }
}
