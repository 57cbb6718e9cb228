import { labelColor, labelSwatches } from '@linkshelf/contract'
import { api, type ProjectScope } from '../../api/api.ts'
import { isApiError } from '../../api/api-error.ts'
import { ColorSwatches } from '../../ui/forms/color-field.tsx'

/** The colors that were chosen for labels that do not exist yet, by name. */
export type NewLabelColors = ReadonlyMap<string, string>

interface NewLabelColorProps {
  name: string
  colors: NewLabelColors
  onChange: (colors: NewLabelColors) => void
  onKeyDown?: React.KeyboardEventHandler | undefined
}

/** The color of a label that is typed anew: that of its name unless another is chosen. */
export function NewLabelColor({ name, colors, onChange, onKeyDown }: NewLabelColorProps) {
  return (
    <ColorSwatches
      label={`Color of ${name}`}
      swatches={labelSwatches}
      color={colors.get(name) ?? labelColor(name).toLowerCase()}
      onChange={(color) => onChange(new Map(colors).set(name, color))}
      onKeyDown={onKeyDown}
    />
  )
}

/**
 * Creates those of these labels for which a color was chosen; links create the others. One that exists
 * by now keeps its color.
 */
export async function createColoredLabels(scope: ProjectScope, names: readonly string[], colors: NewLabelColors): Promise<void> {
  for (const name of names) {
    const color_hex = colors.get(name)
    if (color_hex === undefined || color_hex === labelColor(name).toLowerCase()) continue
    try {
      await api.labels.create.call({ params: scope, body: { name, active: true, color_hex } })
    } catch (error) {
      if (!isApiError(error, 'LABEL_NAME_TAKEN')) throw error
    }
  }
}
