import type { Area } from '../../../../contract/areas.ts';
import { appApi } from '../../api/app-api.ts';
import { Button } from '../../components/button.tsx';
import type { Connections } from '../../components/connected-app.ts';
import { ErrorMessage } from '../../components/notice.tsx';
import { showToast } from '../../components/toast.tsx';
import { useAction } from '../../components/use-action.ts';
import { sendVerified } from '../../session/send-verified.ts';
import { CONNECTIONS } from '../../texts/connection-texts.ts';

interface WritingButtonProps {
  connections: Connections;
  name: string;
  areas: readonly Area[];
  onChanged: () => void;
}

/** Whether an app that changes students asks first, which is changed without connecting it again. */
export function WritingButton({ connections, name, areas, onChanged }: WritingButtonProps) {
  const isAsking = areas.includes('roster:propose');
  const each = (change: (keyId: string) => Promise<object>) =>
    Promise.all(connections.map(({ keyId }) => change(keyId)));
  const change = useAction(async () => {
    if (isAsking) await sendVerified(CONNECTIONS.letWritePurpose, () => each(appApi.letWrite));
    else await each(appApi.letAsk);
    onChanged();
    showToast(isAsking ? CONNECTIONS.writesNow(name) : CONNECTIONS.asksNow(name));
  });
  if (!isAsking && !areas.includes('roster:write')) return null;
  const text = isAsking ? CONNECTIONS.letWrite : CONNECTIONS.letAsk;
  return (
    <>
      {change.error.value !== undefined && <ErrorMessage error={change.error.value} />}
      <Button size="small" text={text} label={CONNECTIONS.of(name, text)} action={change} />
    </>
  );
}
