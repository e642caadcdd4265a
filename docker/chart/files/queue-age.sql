-- For how many seconds the file of a course has waited that has waited longest; 0 if none waits. Files that rest
-- after a failure of ours do not count, nor do trials: more workers would not help them.
SELECT COALESCE(MAX(GREATEST(0, EXTRACT(EPOCH FROM clock_timestamp() - created_at))), 0)::float8
  FROM job
  WHERE kind = 'grading' AND state = 'waiting' AND course_id IS NOT NULL
    AND (not_before IS NULL OR not_before <= clock_timestamp())
