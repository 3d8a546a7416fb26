/** Reads `.traj` files of SWE-agent: thoughts, actions and observations in order. */
import { z } from 'zod';
import { heardOf } from '../../messages.js';
import { type Line, type RecordedSession, Recording } from './recording.js';

const stepSchema = z.looseObject({
  thought: z.string().nullish(),
  action: z.string().nullish(),
  observation: z.string().nullish(),
});

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export function isSweAgent([first, ...more]: readonly Line[]): boolean {
  return more.length === 0 && Array.isArray(first?.trajectory) && first.trajectory.length > 0;
}

export function sweAgentSessions([file]: readonly Line[]): RecordedSession[] {
  const recording = new Recording('SWE-agent');
  // What the agent was told before its first step; demonstrations are of another task.
  const told = listOf(file?.history)
    .map((message) => Object(message) as Line)
    .filter((message) => message.is_demo !== true);
  const first = told.findIndex(({ role }) => role === 'assistant');
  for (const message of told.slice(0, first < 0 ? told.length : first))
    recording.add(heardOf(message) ?? []);
  listOf(file?.trajectory).forEach((step, i) => {
    const { data } = stepSchema.safeParse(step);
    if (!data) {
      recording.leftOut.others++;
      return;
    }
    const { thought, action, observation } = data;
    if (thought) recording.add([{ role: 'assistant', content: thought }]);
    if (!action) return;
    const id = `step ${i}`;
    recording.add([
      { role: 'call', id, tool: 'shell', arguments: { command: action } },
      { role: 'result', id, tool: '', content: observation ?? '' },
    ]);
  });
  return [recording.session()];
}
