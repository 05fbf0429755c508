import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const OPS = join(import.meta.dirname, '../../ops');
export const ALERTS = join(OPS, 'prometheus/alerts.yml');
export const ALERT_TESTS = join(OPS, 'prometheus/alerts.test.yml');

export interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}

export const dashboard: {
  uid: string;
  panels: Panel[];
  templating: { list: { name: string; type: string }[] };
} = JSON.parse(readFileSync(join(OPS, 'grafana/rollbook.json'), 'utf8'));

/** The PromQL of all panels, with each Grafana variable replaced by a value. */
export const dashboardQueries = (): string[] =>
  dashboard.panels
    .flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))
    .map((expr) => expr.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*'));

/** The PromQL of all alerts, each on one line. */
export const alertQueries = (): string[] =>
  readFileSync(ALERTS, 'utf8')
    .split(/^ {6}- alert: /m)
    .slice(1)
    .map((rule) =>
      (/^ {8}expr: (?:>-)?([\s\S]*?)^ {8}\w/m.exec(rule)?.[1] ?? '').replace(/\s+/g, ' ').trim(),
    );
