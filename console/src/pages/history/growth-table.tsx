import { type GrowthPoint, MEASURES } from '../../history/growth-points.ts';
import { GROWTH } from '../../texts/growth-texts.ts';
import { translate } from '../../texts/translate.ts';
import { formatDay, formatValue } from './growth-format.ts';
import styles from './growth-table.module.css';

/** The values of the chart, the last first. */
export const GrowthTable = ({ points }: { points: readonly GrowthPoint[] }) => (
  <table class={styles.table}>
    <caption class="visually-hidden">{translate(GROWTH.title)}</caption>
    <thead>
      <tr>
        <th scope="col">{translate(GROWTH.date)}</th>
        {MEASURES.map((measure) => (
          <th key={measure} scope="col">
            {translate(GROWTH.names[measure])}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {points.toReversed().map((point) => (
        <tr key={point.at}>
          <th scope="row">{formatDay(point)}</th>
          {MEASURES.map((measure) => {
            const value = point.values[measure];
            return (
              <td key={measure}>
                {value === null ? translate(GROWTH.unknown) : formatValue(value, measure)}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  </table>
);
